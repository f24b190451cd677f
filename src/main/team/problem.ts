// Texts about why the server of a team cannot be used.
import { texts } from '../../shared/texts/main.ts';
import { ProxyError } from '../service/tunnel.ts';
import { StorageError } from '../storage/durable-file.ts';

const t = texts.team;

const CERTIFICATE_ERROR = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/;

export function problemOf(error: Error): string {
  if (error instanceof StorageError) return t.notStored({ reason: error.message });
  const cause = error.cause instanceof Error ? error.cause : error;
  const refusal = [error, cause].find((one) => one instanceof ProxyError);
  if (refusal) return t.unreachable({ reason: refusal.message });
  const { code = '' } = cause as NodeJS.ErrnoException;
  switch (code) {
    case 'CERT_NOT_YET_VALID':
      return t.certificateNotYetValid;
    case 'CERT_HAS_EXPIRED':
      return t.certificateExpired;
    default:
      return CERTIFICATE_ERROR.test(code) ? t.otherCertificate : t.unreachable({ reason: code || cause.message });
  }
}
