// Publishes deliveries to JetStream, and resolves only once the stream has acknowledged them.
import { setTimeout as pause } from 'node:timers/promises';
import { JetStreamApiError, type JetStreamClient, jetstream } from '@nats-io/jetstream';
import { connect, type NatsConnection, nkeyAuthenticator } from '@nats-io/transport-node';
import { withQuietEnd } from '../team-protocol/closed-socket.ts';
import { DELIVERIES_STREAM, DELIVERIES_SUBJECT, RELAY_INBOX_PREFIX } from '../team-protocol/names.ts';
import type { RelayConfig } from './config.ts';
import { errorFacts, type Log } from './log.ts';

export type Publisher = ReturnType<typeof createPublisher>;

/** Required here, because an older nats-server cannot require it. */
const TLS = { minVersion: 'TLSv1.3' };
const FIRST_ATTEMPT_MS = 2_000;
const LONGEST_ATTEMPT_MS = 4_000;
const RETRY_PAUSE_MS = 100;
const READY_MS = 2_000;
/** "Expected stream does not match": only the stream itself answers this. */
const STREAM_NOT_MATCH = 10060;
/** The stream is full, and deletes nothing to make room. */
const FULL = /^maximum (bytes|messages) exceeded/;

export function createPublisher({ nats, limits }: RelayConfig, log: Log) {
  const stopping = new AbortController();
  let client: { readonly connection: NatsConnection; readonly js: JetStreamClient } | null = null;
  let isConnected = false;

  function setConnected(value: boolean): void {
    if (value !== isConnected) log(value ? 'nats-connected' : 'nats-disconnected');
    isConnected = value;
  }

  /** After its first connection the client reconnects by itself, without a time limit. */
  async function stayConnected(): Promise<void> {
    let failures = 0;
    while (!client && !stopping.signal.aborted) {
      try {
        const connection = await connect({
          servers: nats.servers,
          authenticator: nkeyAuthenticator(new TextEncoder().encode(nats.seed)),
          inboxPrefix: RELAY_INBOX_PREFIX,
          name: 'relay',
          tls: { ...TLS, ...(nats.ca !== null && { ca: nats.ca }) },
          timeout: 5_000,
          maxReconnectAttempts: -1,
          reconnectTimeWait: 250,
          ignoreAuthErrorAbort: true,
          // The client notices a dead server after three missed pings.
          pingInterval: 5_000,
        }).then(withQuietEnd);
        client = { connection, js: jetstream(connection) };
      } catch (error) {
        failures++;
        if (failures === 1) log('nats-unreachable', errorFacts(error));
        await pause(Math.min(100 * failures, 2_000), undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    if (!client) return;
    const { connection } = client;
    if (stopping.signal.aborted) return await connection.close();
    setConnected(true);
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') setConnected(false);
      else if (status.type === 'reconnect') setConnected(true);
      else if (status.type === 'error') log('nats-error', errorFacts(status.error));
    }
    setConnected(false);
  }
  const running = stayConnected();

  /** Resolves to false if the stream is full or does not acknowledge in time; it may still have stored the delivery. */
  async function publish(id: string, data: Uint8Array): Promise<boolean> {
    const end = performance.now() + limits.publishMs;
    for (let attempt = 1; ; attempt++) {
      const remainingMs = Math.ceil(end - performance.now());
      if (remainingMs <= 0) return false;
      // While disconnected, the client would buffer without a limit.
      if (!isConnected || !client) {
        await pause(Math.min(RETRY_PAUSE_MS, remainingMs));
        continue;
      }
      const timeout = Math.min(FIRST_ATTEMPT_MS * attempt, LONGEST_ATTEMPT_MS, remainingMs);
      try {
        const expect = { streamName: DELIVERIES_STREAM };
        const ack = await client.js.publish(DELIVERIES_SUBJECT, data, { msgID: id, timeout, expect });
        if (ack.stream === DELIVERIES_STREAM) return true;
      } catch (error) {
        log('publish-failed', { id, attempt, ...errorFacts(error) });
        if (error instanceof JetStreamApiError && FULL.test(error.message)) return false;
      }
      await pause(Math.min(RETRY_PAUSE_MS * attempt, 1_000));
    }
  }

  return {
    publish,
    /** Whether the stream answers right now. Stores nothing. */
    async isReady() {
      if (!isConnected || !client) return false;
      try {
        // The stream refuses the wrong expectation, so it stores nothing.
        await client.js.publish(DELIVERIES_SUBJECT, '', { timeout: READY_MS, expect: { streamName: 'health-check' } });
        return false;
      } catch (error) {
        return error instanceof JetStreamApiError && error.code === STREAM_NOT_MATCH;
      }
    },
    async close() {
      stopping.abort();
      await client?.connection.drain().catch((error: unknown) => log('nats-drain-failed', errorFacts(error)));
      await client?.connection.close();
      await running;
    },
  };
}
