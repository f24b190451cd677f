// Reports which download of a package is missing.

const HOST = /\b(?:ENOTFOUND|EAI_AGAIN|https?:\/\/)\s*([a-z0-9.-]+\.[a-z]+)/i;
const NETWORK =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|socket hang up|fetch failed|certificate|Response code [345]\d\d|HttpError/i;

/**
 * A sentence about the failed download, or null for any other error.
 * @param wanted what was being downloaded, such as "Electron 45.4.1 for linux-x64"
 */
export function missingDownload(error: unknown, wanted: string): string | null {
  const text = wholeText(error);
  if (!NETWORK.test(text)) return null;
  const host = HOST.exec(text)?.[1];
  return (
    `The package could not be made: ${wanted} is not on this computer and could not be downloaded` +
    `${host ? ` from ${host}` : ''}. Run it again where the network lets it through.`
  );
}

function wholeText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.name}: ${error.message}\n${error.stack ?? ''}\n${error.cause ? wholeText(error.cause) : ''}`;
}
