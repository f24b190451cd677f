// Virtual time for the app: advances only while nothing happens in real time except requests that hang by plan.
import { type Clock, install } from '@sinonjs/fake-timers';

const realTimeout = setTimeout;

/** Independent of time: files and connections; `Immediate` is code that yields, `MessagePort` a working thread. */
const ON_DISK = /^(FS|CloseReq)/;
const AT_WORK = /^(TCPConnect|Write|Shutdown|GetAddrInfo|Zlib|Immediate|MessagePort)/;

/** Whether a file is read or written. Node counts each system call until it has ended. */
export const isDiskBusy = (): boolean => process.getActiveResourcesInfo().some((name) => ON_DISK.test(name));

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const rest = () => new Promise<void>((resolve) => realTimeout(resolve, 1));

/** Ends a stuck run, in real ms; far more than a loaded machine needs for one write. */
const STUCK_MS = 120_000;
/** This many real ms without any work or timer count as stuck. */
const IDLE_RESTS = 5_000;
/** This many turns of the event loop without any work count as quiet. */
const QUIET_TURNS = 3;

export class VirtualTime {
  readonly #clock: Clock;

  /** `mayPass`: whether only time can end every request in flight. */
  constructor(
    start: number,
    private readonly mayPass: () => boolean,
  ) {
    const toFake = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;
    this.#clock = install({ now: start, toFake: [...toFake], shouldClearNativeTimers: true });
  }

  uninstall(): void {
    this.#clock.uninstall();
  }

  /** Resolves when only time can cause further work, or as soon as `isOver`. */
  async quiet(isOver = () => false): Promise<void> {
    const began = performance.now();
    for (let calm = 0, turns = 0; calm < QUIET_TURNS && !isOver(); turns += 1) {
      await turn();
      calm = this.#isAtWork() ? 0 : calm + 1;
      if (turns % 20 === 19) await rest();
      if (performance.now() - began > STUCK_MS) {
        throw new Error(`It does not come to rest: ${process.getActiveResourcesInfo()}`);
      }
    }
  }

  #isAtWork(): boolean {
    return !this.mayPass() || isDiskBusy() || process.getActiveResourcesInfo().some((name) => AT_WORK.test(name));
  }

  /** Advances `ms`, one timer after another, each only after the effects of the previous one. */
  async pass(ms: number): Promise<void> {
    let isOver = false;
    setTimeout(() => {
      isOver = true;
    }, ms);
    while (!isOver) {
      await this.quiet();
      this.#clock.next();
    }
    await this.quiet();
  }

  /** Waits for work that may need time to pass; other work continues meanwhile. */
  async during<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    work.then(end, end);
    for (let idle = 0; ; ) {
      await this.quiet(() => isOver);
      if (isOver) return work;
      if (this.#clock.countTimers() > 0) {
        idle = 0;
        this.#clock.next();
        continue;
      }
      // A thread reports its end a little after its last message.
      idle += 1;
      if (idle > IDLE_RESTS) throw new Error('It waits for something that will never come');
      await rest();
    }
  }
}
