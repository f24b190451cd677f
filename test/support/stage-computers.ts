// A service and computers with the app on them for one test, gone after it whatever happened.
import { onTestFinished } from 'vitest';
import { Computer } from './computer.ts';
import { RecordingService } from './recording-service.ts';

export interface Stage {
  readonly service: RecordingService;
  /** A computer of its own, or on a folder that another one left, with the app running. */
  newComputer(prepare?: (computer: Computer) => void, folder?: string): Promise<Computer>;
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
  const newComputer: Stage['newComputer'] = (prepare, folder) => {
    const computer = new Computer(folder);
    computers.push(computer);
    prepare?.(computer);
    return computer.start();
  };
  return { service, newComputer };
}
