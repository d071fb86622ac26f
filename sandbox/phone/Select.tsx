interface SelectProps<Value extends string> {
  label: string;
  /** The text that is shown for each value. */
  options: Partial<Record<Value, string>>;
  /** Shows the label to screen readers only. */
  plain?: boolean;
  /** In a form that is read when it is submitted. */
  name?: string;
  value?: Value;
  onChange?: (value: Value) => void;
}

/** A choice of one value. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, options, plain = false, name, value, onChange } = props;
  const select = (
    <select
      name={name}
      value={value}
      aria-label={plain ? label : undefined}
      onChange={({ currentTarget }) => {
        const chosen = currentTarget.value;
        if (isOption(options, chosen)) onChange?.(chosen);
      }}
    >
      {Object.entries<string | undefined>(options).map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  );
  if (plain) return select;
  return (
    <label>
      {label}
      {select}
    </label>
  );
}

function isOption<Value extends string>(
  options: Partial<Record<Value, string>>,
  value: string,
): value is Value {
  return Object.hasOwn(options, value);
}
