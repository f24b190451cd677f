// The host of the system's PAC script, read from the output of each system's program.
import { describe, expect, it, vi } from 'vitest';
import { pacHost } from '../../src/main/electron/pac-host.ts';

const REGISTRY = String.raw`
HKEY_CURRENT_USER\Software\Microsoft\Windows\CurrentVersion\Internet Settings
    AutoConfigURL    REG_SZ    http://pac.office.example:8080/proxy.pac

`;
const scutil = (isOn: number) => `<dictionary> {
  HTTPEnable : 0
  ProxyAutoConfigEnable : ${isOn}
  ProxyAutoConfigURLString : https://pac.office.example/proxy.pac
  ProxyAutoDiscoveryEnable : 0
}
`;

describe('the host of the system’s PAC script', () => {
  it.each<[NodeJS.Platform, string, string]>([
    ['win32', 'reg.exe', REGISTRY],
    ['darwin', '/usr/sbin/scutil', scutil(1)],
    ['linux', 'gsettings', "'http://pac.office.example/proxy.pac'\n"],
  ])('is found on %s with %s', (platform, program, said) => {
    const ask = vi.fn((_program: string, _args: readonly string[]) => said);
    expect(pacHost(platform, {}, ask)).toBe('pac.office.example');
    expect(ask.mock.calls[0]?.[0]).toContain(program);
  });

  it.each<[NodeJS.Platform, string]>([
    ['win32', ''],
    ['win32', 'ERROR: The system was unable to find the specified registry key or value.\r\n'],
    ['darwin', scutil(0)],
    ['darwin', '<dictionary> {\n}\n'],
    ['linux', "''\n"],
    ['linux', 'No such schema “org.gnome.system.proxy”\n'],
    ['linux', "'file:///etc/proxy.pac'\n"],
    ['linux', "'not an address'\n"],
    // Anything but a host must not get into Chromium's rules.
    ['linux', "'http://a,EXCLUDE*/proxy.pac'\n"],
  ])('is none on %s for %j', (platform, said) => {
    expect(pacHost(platform, {}, () => said)).toBeNull();
  });

  it('is not looked up if the environment names a proxy', () => {
    const ask = vi.fn(() => "'http://pac.office.example/proxy.pac'");
    expect(pacHost('linux', { https_proxy: 'http://proxy.example:3128' }, ask)).toBeNull();
    expect(ask).not.toHaveBeenCalled();
  });

  it('is none if the program is missing', () => {
    expect(pacHost('darwin', {}, undefined)).toSatisfy((host) => process.platform === 'darwin' || host === null);
  });
});
