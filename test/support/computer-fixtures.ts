// A service, and computers that run the app; removed after the test.
import { onTestFinished } from 'vitest';
import { Computer } from './computer.ts';
import { RecordingService } from './recording-service.ts';

export interface ComputerFixtures {
  readonly service: RecordingService;
  /** A new computer, or one on another computer's folder, with the app running. */
  newComputer(prepare?: (computer: Computer) => void, folder?: string): Promise<Computer>;
}

export async function startComputers(): Promise<ComputerFixtures> {
  const service = new RecordingService();
  await service.start();
  const computers: Computer[] = [];
  onTestFinished(async () => {
    for (const computer of computers) await computer.remove();
    await service.stop();
  });
  const newComputer: ComputerFixtures['newComputer'] = (prepare, folder) => {
    const computer = new Computer(folder);
    computers.push(computer);
    prepare?.(computer);
    return computer.start();
  };
  return { service, newComputer };
}

/** A service, and a computer that is signed in to it. */
export async function startSignedIn(prepare?: (computer: Computer) => void) {
  const { service, newComputer } = await startComputers();
  const computer = await newComputer(prepare);
  await computer.signIn(service);
  return { service, computer };
}
