// Channels of sign-in, stores and the practice store.
import { z } from 'zod';
import { practiceViewSchema, troublesSchema } from '../practice.ts';
import { signInSchema, storeFieldsSchema } from '../session.ts';
import { id, nothing } from './parts.ts';

export const storesChannels = {
  'session.signIn': { input: signInSchema, output: z.object({ storeId: z.string() }) },
  'session.openPracticeStore': { input: nothing, output: z.object({ storeId: z.string() }) },
  /** Removes the tokens. With `forget` also the catalog and the outbox of that store on this computer. */
  'session.signOut': { input: z.object({ storeId: id, forget: z.boolean() }), output: nothing },

  'stores.switch': { input: z.object({ storeId: id }), output: nothing },
  /** What is left out stays as it is. */
  'stores.update': { input: storeFieldsSchema.exactPartial().extend({ storeId: id }), output: nothing },
  /** Opens the page on which the seller sees products and links. `opened` is false while its address is not known. */
  'stores.openPage': { input: nothing, output: z.object({ opened: z.boolean() }) },
  'stores.workOffline': { input: z.object({ storeId: id, on: z.boolean() }), output: nothing },

  /** Null while the practice store does not run in this app. */
  'practice.get': { input: nothing, output: practiceViewSchema.nullable() },
  'practice.setTroubles': { input: troublesSchema.exactPartial(), output: practiceViewSchema },
  'practice.reset': { input: nothing, output: practiceViewSchema },
} as const;
