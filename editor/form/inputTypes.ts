import { red, translate } from '../red';
import { choiceLabel } from '../texts';
import type { FormField } from '../../core/forms';

export type TypedField = Exclude<FormField, { kind: 'group' | 'oneOf' | 'list' }>;

/** Where a value can come from when the message arrives. */
export const COMPUTED = ['msg', 'flow', 'global', 'env', 'jsonata'] as const;

/** With more options than this, a menu is too long, so the field completes what is typed. */
const LONGEST_MENU = 12;

interface Option {
  value: string;
  label: string;
}

/** A type of a typedInput that Node-RED does not have. */
interface LiteralType {
  value: 'str' | 'num' | 'bool';
  label: string;
  icon: string;
  hasValue?: boolean;
  options?: Option[];
  validate?: (value: string) => boolean;
  autoComplete?: (typed: string) => Option[];
}

/** The type of a value that is entered in a field. */
export function literalType(field: TypedField): LiteralType {
  switch (field.kind) {
    case 'number':
      return {
        value: 'num',
        label: red._('typedInput.type.num'),
        icon: 'red/images/typedInput/09.svg',
        validate: (value) => value === '' || red.utils.validateTypedProperty(value, 'num') === true,
      };
    case 'boolean':
      return {
        value: 'bool',
        label: red._('typedInput.type.bool'),
        icon: 'red/images/typedInput/bool.svg',
        options: [
          { value: '', label: translate('form.notSet') },
          { value: 'true', label: translate('form.yes') },
          { value: 'false', label: translate('form.no') },
        ],
      };
    case 'choice':
      return { ...textType, label: translate('form.choice'), icon: 'fa fa-list-ul', ...choices(field) };
    case 'text':
      return field.long
        ? { ...textType, label: translate('form.textBelow'), hasValue: false }
        : { ...textType, label: translate('form.text') };
  }
}

const textType = { value: 'str', icon: 'red/images/typedInput/az.svg' } as const;

function choices(
  field: Extract<TypedField, { kind: 'choice' }>,
): Pick<LiteralType, 'options' | 'autoComplete'> {
  const options = field.options.map(({ value }) => ({ value, label: choiceLabel(value) }));
  if (options.length > LONGEST_MENU) return { autoComplete: (typed) => matching(options, typed) };
  if (field.usual !== undefined) return { options };
  const none = translate(field.required ? 'form.choose' : 'form.notSet');
  return { options: [{ value: '', label: none }, ...options] };
}

function matching(options: Option[], typed: string): Option[] {
  const wanted = typed.toLowerCase();
  return options.filter(({ value, label }) => `${value} ${label}`.toLowerCase().includes(wanted));
}
