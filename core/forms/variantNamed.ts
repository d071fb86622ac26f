import { discriminator } from '../contract/names';
import type { Variant } from './describe';

export function variantNamed(variants: Variant[], value: unknown): Variant | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const type: unknown = Reflect.get(value, discriminator);
  return variants.find((variant) => variant.value === type);
}
