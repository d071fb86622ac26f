import { z } from 'zod/v4';

// Settings come from a flow file that people edit, import and fill from the environment: whatever is missing or of another kind
// takes the default, so that a node always starts.

/** A text without blanks around it; numbers (as environment variables give them) become text. */
export const textSetting = z
  .union([z.string(), z.number().transform(String)])
  .transform((text) => text.trim())
  .catch('');

/** A switch, also as text. */
export const switchSetting = z
  .union([z.boolean(), z.literal('true').transform(() => true), z.literal('false').transform(() => false)])
  .catch(false);

/** A whole number from `least` to `most`, also as text. */
export function wholeNumberSetting(byDefault: number, least: number, most: number) {
  return z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
    .pipe(z.number().int().min(least).max(most))
    .catch(byDefault);
}

/** A number from `least` to `most`, also as text. */
export function numberSetting(byDefault: number, least: number, most: number) {
  return z
    .union([
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d+(?:\.\d+)?$/)
        .transform(Number),
    ])
    .pipe(z.number().min(least).max(most))
    .catch(byDefault);
}

/** A number, also as text, or none. */
export const optionalNumberSetting = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^-?\d+(?:\.\d+)?$/)
      .transform(Number),
  ])
  .optional()
  .catch(undefined);

/** One of several words; the first is the default. */
export function choiceSetting<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words).catch(() => words[0]);
}

/** A list of texts. */
export const textListSetting = z.array(z.string()).catch([]);

/** What one typed input of the editor holds: the type chosen and the value entered. */
export const leafSetting = z.object({ t: z.string(), v: z.unknown() });
export type Leaf = z.infer<typeof leafSetting>;
