// The preload of the fixture app: one object on `window`, made of what a sandboxed preload may have.
const { contextBridge, ipcRenderer } = require('electron');

const ticks = [];
ipcRenderer.on('tick', (_event, tick) => ticks.push(tick));

let refusal;
try {
  require('node:fs');
} catch (error) {
  refusal = String(error);
}

contextBridge.exposeInMainWorld('fixture', {
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  ticks: () => ticks.slice(),
  refusal,
});
