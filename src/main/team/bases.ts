// What the server had when a document was last the same there and here, by key. `id`: of the write that stored it there.
import { z } from 'zod';

export const basesSchema = z.record(
  z.string(),
  z.object({ version: z.int(), id: z.string().optional(), value: z.unknown() }),
);
export type Bases = z.infer<typeof basesSchema>;
