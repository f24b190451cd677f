// nativeImage: only holds the bytes of a picture; the host shows none.
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
    // The size is at fixed positions of the PNG header.
    const bytes = this.toPNG();
    return bytes.length < 24
      ? { width: 0, height: 0 }
      : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  resize(): NativeImage {
    return this;
  }
  /** Pictures for other scale factors than 1. */
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

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const starts = (bytes: Buffer, mark: Buffer) => bytes.subarray(0, mark.length).equals(mark);

/** Empty for anything but a picture, as in Electron. */
function fromBuffer(bytes: Buffer): NativeImage {
  if (!Buffer.isBuffer(bytes)) throw new TypeError('buffer must be a node Buffer');
  const type = starts(bytes, PNG) ? 'png' : starts(bytes, JPEG) ? 'jpeg' : null;
  return new NativeImage(type ? `data:image/${type};base64,${bytes.toString('base64')}` : '');
}

export const nativeImage = covered('nativeImage', {
  createEmpty: () => new NativeImage(''),
  createFromDataURL: (url: string) =>
    fromBuffer(Buffer.from(/^data:[^,]*;base64,(.*)$/s.exec(url)?.[1] ?? '', 'base64')),
  createFromBuffer: fromBuffer,
  createFromPath: (path: string) => {
    try {
      return fromBuffer(readFileSync(path));
    } catch {
      return new NativeImage(''); // As Electron does for a file that is not there.
    }
  },
});
