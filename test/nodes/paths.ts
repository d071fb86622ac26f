import { type FormField, type FormGroup, forms, type Variant } from '../../core/forms';

/** The paths to every field of a request, in the form `content<Image>.caption`, `toList<Person>.address`. */
export function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => pathsOf(entry, path));
  if (typeof value !== 'object' || value === null) return [path];
  const type = 'type' in value && typeof value.type === 'string' ? `${path}<${value.type}>` : path;
  return Object.entries(value).flatMap(([name, inner]) => [
    ...pathsOf(inner, below(path, name)),
    ...pathsOf(inner, below(type, name)),
  ]);
}

/** The paths of all fields that the contract offers to senders. */
export function offeredPaths(): string[] {
  return [
    ...groupPaths(forms.message, ''),
    ...forms.contents.flatMap((content) => variantPaths(content, 'content')),
    ...groupPaths(forms.smsOptions, 'content<Text>.options'),
    ...groupPaths(forms.notification, 'notification'),
  ];
}

function groupPaths({ fields }: FormGroup, path: string): string[] {
  return fields.flatMap((field) => fieldPaths(field, below(path, field.name)));
}

function fieldPaths(field: FormField, path: string): string[] {
  switch (field.kind) {
    case 'group':
      return groupPaths(field, path);
    case 'oneOf':
      return field.variants.flatMap((variant) => variantPaths(variant, path));
    case 'list':
      return field.entry.kind === 'group'
        ? groupPaths(field.entry, path)
        : field.entry.variants.flatMap((variant) => variantPaths(variant, path));
    default:
      return [path];
  }
}

function variantPaths(variant: Variant, path: string): string[] {
  return groupPaths(variant, `${path}<${variant.value}>`);
}

function below(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
