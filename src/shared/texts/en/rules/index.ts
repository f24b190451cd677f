// The texts of the rules that both share, in English.
import { fields } from './fields.ts';
import { states } from './states.ts';
import { values } from './values.ts';

export const rulesInEnglish = {
  fields,
  states,
  values,
};
