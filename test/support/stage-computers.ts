// A service and computers with the app on them for one test, gone after it whatever happened.
import { onTestFinished } from 'vitest';
import { Computer } from './computer.ts';
import { RecordingService } from './recording-service.ts';

export interface Stage {
  readonly service: RecordingService;
  /** A computer of its own, with the app running. */
  newComputer(): Promise<Computer>;
}

/** To be asked for before each test. */
export async function stageComputers(): Promise<Stage> {
  const service = new RecordingService();
  await service.start();
  const computers: Computer[] = [];
  onTestFinished(async () => {
    for (const computer of computers) await computer.remove();
    await service.stop();
  });
  const newComputer = (): Promise<Computer> => {
    const computer = new Computer();
    computers.push(computer);
    return computer.start();
  };
  return { service, newComputer };
}
