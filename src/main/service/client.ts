// The HTTP client of the Storefront service: the seven documented calls, and the product update that is only mentioned.
import type { LinkDraft, Price } from '../../shared/payment-link.ts';
import type { ProductFields } from '../../shared/product.ts';
import type { Network } from './network.ts';
import type { Outcome } from './outcome.ts';
import { createTransport, DEFAULT_TIMEOUTS, type Timeouts, type TransportRequest } from './transport.ts';
import {
  linkBody,
  loginBody,
  type ProductIdInPath,
  paths,
  productBody,
  productUpdateBody,
  settingsBody,
} from './wire.ts';

/** A request without its token. `body` is sent as JSON; null for none. */
export interface ServiceRequest {
  readonly method: TransportRequest['method'];
  readonly path: string;
  readonly body: object | null;
}

/** Requests as values, so that the Sync screen can show what is sent. */
export const requests = {
  /** Section 4.1. */
  login: (email: string, password: string): ServiceRequest => ({
    method: 'POST',
    path: paths.login,
    body: loginBody(email, password),
  }),
  /** Section 4.2. */
  createProduct: (fields: ProductFields): ServiceRequest => ({
    method: 'POST',
    path: paths.products,
    body: productBody(fields),
  }),
  /** Section 4.3 documents only the effect; path and payload are assumptions. */
  updateProduct: (productId: ProductIdInPath, prices: readonly Price[]): ServiceRequest => ({
    method: 'PATCH',
    path: paths.product(productId),
    body: productUpdateBody(prices),
  }),
  /** Section 4.4. */
  createPaymentLink: (productId: ProductIdInPath, draft: LinkDraft): ServiceRequest => ({
    method: 'POST',
    path: paths.paymentLinks(productId),
    body: linkBody(draft),
  }),
  /** Section 4.5. `paymentLink` is the link's uuid. */
  deletePaymentLink: (productId: ProductIdInPath, paymentLink: string): ServiceRequest => ({
    method: 'DELETE',
    path: paths.paymentLink(productId, paymentLink),
    body: null,
  }),
  /** Section 4.6. */
  updateStoreSettings: (settings: { url: string; isOn: boolean; key: string | null }): ServiceRequest => ({
    method: 'PATCH',
    path: paths.storeSettings,
    body: settingsBody(settings),
  }),
  /** Section 4.7. */
  testSellWebhook: (): ServiceRequest => ({ method: 'POST', path: paths.testSellWebhook, body: null }),
} as const;

export interface ServiceClient {
  /** Never rejects. `onLeft` is called when the request is handed to a connection. */
  send(request: ServiceRequest, token: string | null, onLeft?: () => void): Promise<Outcome>;
  close(): Promise<void>;
}

/** `serviceAddress`: the document's `{base_url}`. */
export function createServiceClient(
  serviceAddress: string,
  network: Network,
  timeouts: Timeouts = DEFAULT_TIMEOUTS,
): ServiceClient {
  const transport = createTransport(serviceAddress, network, timeouts);
  return {
    send: ({ method, path, body }, token, onLeft) =>
      transport.send({
        method,
        path,
        token,
        body: body === null ? null : JSON.stringify(body),
        ...(onLeft ? { onLeft } : {}),
      }),
    close: () => transport.close(),
  };
}
