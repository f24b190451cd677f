// nativeImage: carries the bytes of a picture, no more; the host shows pictures nowhere.
import { readFileSync } from 'node:fs';
import { covered } from './not-covered.ts';

export class NativeImage {
  private readonly scales = new Set([1]);
  private template = false;
  constructor(readonly dataUrl: string) {}
  isEmpty(): boolean {
    return this.dataUrl === '';
  }
  toDataURL(): string {
    return this.dataUrl;
  }
  toPNG(): Buffer {
    return Buffer.from(this.dataUrl.split(',')[1] ?? '', 'base64');
  }
  getSize(): { width: number; height: number } {
    // The size of a PNG stands at fixed places of its header.
    const bytes = this.toPNG();
    return bytes.length < 24
      ? { width: 0, height: 0 }
      : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  resize(): NativeImage {
    return this;
  }
  /** Pictures for other screens beside the one for a scale of 1. */
  addRepresentation({ dataURL, scaleFactor = 1 }: { dataURL?: string; scaleFactor?: number }): void {
    if (dataURL !== undefined && !new NativeImage(dataURL).isEmpty()) this.scales.add(scaleFactor);
  }
  getScaleFactors(): number[] {
    return [...this.scales].sort((a, b) => a - b);
  }
  setTemplateImage(on: boolean): void {
    this.template = on;
  }
  isTemplateImage(): boolean {
    return this.template;
  }
}

const fromBuffer = (bytes: Buffer): NativeImage => new NativeImage(`data:image/png;base64,${bytes.toString('base64')}`);

export const nativeImage = covered('nativeImage', {
  createEmpty: () => new NativeImage(''),
  createFromDataURL: (url: string) => new NativeImage(url),
  createFromBuffer: fromBuffer,
  createFromPath: (path: string) => {
    try {
      return fromBuffer(readFileSync(path));
    } catch {
      return new NativeImage(''); // As Electron does for a file that is not there.
    }
  },
});
