// Virtual time for the app: it moves on only while nothing moves in real time but requests that hang by plan.
import { type Clock, install } from '@sinonjs/fake-timers';

const realTimeout = setTimeout;

/** What a file or a connection does by itself, whatever time it is; `Immediate` is code that lets others have a turn, `MessagePort` a thread that works. */
const ON_DISK = /^(FS|CloseReq)/;
const AT_WORK = /^(TCPConnect|Write|Shutdown|GetAddrInfo|Zlib|Immediate|MessagePort)/;

/** Whether a file is read or written. Node counts each call to the system until it has ended. */
export const isDiskBusy = (): boolean => process.getActiveResourcesInfo().some((name) => ON_DISK.test(name));

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const rest = () => new Promise<void>((resolve) => realTimeout(resolve, 1));

/** Ends a run that got stuck, in real ms; far beyond what a loaded machine needs for one write. */
const STUCK_MS = 120_000;
/** So many real ms without any work or timer count as waiting for ever. */
const IDLE_RESTS = 5_000;
/** So many turns of the event loop without any work in between count as quiet. */
const QUIET_TURNS = 3;

export class VirtualTime {
  readonly #clock: Clock;

  /** `mayPass`: whether every request under way is one that only time can end. */
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

  /** Resolves when nothing moves any more that needs no time to pass, or as soon as `isOver`. */
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

  /** Lets `ms` pass, one timer after the other, each only when all that the one before set off has come to rest. */
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

  /** Waits for work that may need time to pass, and no longer: what else is under way goes on beside it. */
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
      // A thread that ends says so a little after its last message.
      idle += 1;
      if (idle > IDLE_RESTS) throw new Error('It waits for something that will never come');
      await rest();
    }
  }
}
