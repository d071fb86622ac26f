import de from '../languages/de.json';
import fr from '../languages/fr.json';
import it from '../languages/it.json';
import type { Catalog, Language } from './catalog';

/** A test requires all texts. The build makes one file of them, which the editor and the server read. */
export const catalogs: Readonly<Record<Language, Catalog>> = { de, fr, it };
