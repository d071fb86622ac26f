import { contacts } from './contacts';
import { content } from './content';
import { interactive } from './interactive';
import type { Translations } from './languages';
import { message } from './message';
import { sentences } from './sentences';
import { template } from './template';

/**
 * The texts of the contract (`core/contract`) in other languages. A test requires all of them. The build makes one file of them, which the editor and
 * the server read.
 */
export const translations: Record<'labels' | 'sentences', Translations> = {
  labels: { ...message, ...content, ...contacts, ...interactive, ...template },
  sentences,
};
