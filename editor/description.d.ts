import type { Forms } from '../core/forms';

/** Written by scripts/build.mjs from the contract: the browser has no zod to derive it there. */
export const forms: Forms;
