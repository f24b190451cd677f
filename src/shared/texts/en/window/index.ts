// The texts of the window, in English.
import { locale } from '../locale.ts';
import { names } from '../names.ts';
import { app } from './app.ts';
import { backup } from './backup.ts';
import { common } from './common.ts';
import { linkForm } from './link-form.ts';
import { links } from './links.ts';
import { notes } from './notes.ts';
import { palette } from './palette.ts';
import { parts } from './parts.ts';
import { practice } from './practice.ts';
import { products } from './products.ts';
import { settings } from './settings.ts';
import { share } from './share.ts';
import { shortcuts } from './shortcuts.ts';
import { signIn } from './sign-in.ts';
import { sync } from './sync.ts';
import { team } from './team.ts';
import { tour } from './tour.ts';

export const windowInEnglish = {
  app,
  backup,
  common,
  linkForm,
  links,
  notes,
  palette,
  parts,
  practice,
  products,
  settings,
  share,
  shortcuts,
  signIn,
  sync,
  team,
  tour,
  names,
  locale,
};
