// Whether nats-server is installed: tests that need it are skipped otherwise.
import { findNatsServer } from '../../tools/team-server/start.ts';

export const hasNatsServer = look();

function look(): boolean {
  try {
    findNatsServer();
    return true;
  } catch (error) {
    console.warn(`Skipped: ${(error as Error).message}`);
    return false;
  }
}
