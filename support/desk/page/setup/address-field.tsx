import { useSignal } from '@preact/signals';
import type { TargetedEvent } from 'preact';
import { change, valueOf } from './edits';
import type { FieldProps } from './field-frame';
import { describedBy, FieldFrame } from './field-frame';
import { typed } from './simple-fields';
import { tidyAddress } from './tidy-address';

/** An address: blanks around it and a slash at its end are no mistake, and go when the field is left. */
export function AddressField(props: FieldProps) {
  const { field, path } = props;
  const current = typed(valueOf(path));
  // What is sent is tidy already; what is being typed stays as it is.
  const typing = useSignal<string | undefined>(undefined);
  const take = (text: string): void => {
    const tidy = tidyAddress(text);
    if (tidy !== current) change(path, tidy === '' ? undefined : tidy);
  };
  return (
    <FieldFrame {...props}>
      <input
        {...describedBy(path)}
        type="text"
        inputMode="url"
        value={typing.value ?? current}
        placeholder={field.example}
        translate={false}
        required={field.isRequired}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget: { value } }: TargetedEvent<HTMLInputElement>) => {
          typing.value = value;
          take(value);
        }}
        onBlur={() => {
          typing.value = undefined;
          take(current);
        }}
      />
    </FieldFrame>
  );
}
