import { discriminator } from '../contract/names';
import type { Variant } from './describe';

/** Whether a value names the variant it belongs to. */
export function variantNamed(variants: Variant[], value: unknown): Variant | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const type: unknown = Reflect.get(value, discriminator);
  return variants.find((variant) => variant.value === type);
}
