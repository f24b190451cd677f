// protocol: the module with the methods of the default session.
import { covered } from './not-covered.ts';
import { registerSchemesAsPrivileged } from './scheme-privileges.ts';
import { session } from './session.ts';

export const protocol = covered('protocol', {
  registerSchemesAsPrivileged,
  handle: (...args: Parameters<typeof session.defaultSession.protocol.handle>) =>
    session.defaultSession.protocol.handle(...args),
  unhandle: (scheme: string) => session.defaultSession.protocol.unhandle(scheme),
  isProtocolHandled: (scheme: string) => session.defaultSession.protocol.isProtocolHandled(scheme),
});
