import { discriminator } from '../contract/names';
import type { Variant } from './describe';

/** The variant that an object names by its `type`, in any case. */
export function variantNamed(variants: Variant[], value: unknown): Variant | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const type: unknown = Reflect.get(value, discriminator);
  const wanted = typeof type === 'string' ? type.toLowerCase() : undefined;
  return variants.find(({ value: each }) => each.toLowerCase() === wanted);
}
