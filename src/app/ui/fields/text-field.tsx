import { useState, type InputHTMLAttributes, type Ref } from 'react';
import { m } from '#i18n/messages.js';
import { controlClass, FormField, type FieldProps } from './form-field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { keyboardHints } from './keyboard-hints.ts';
import { classNames } from '#app/ui/class-names.ts';

export type TextFieldProps = FieldProps &
  InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

/** Attributes override the keyboard chosen by `type` and `autoComplete`. */
export function TextField({ label, name, required, note, error, className, ...input }: TextFieldProps) {
  return (
    <FormField
      {...{ label, name, required, note, error, className }}
      control={(described) => (
        <input
          type="text"
          dir={input.type === undefined || input.type === 'text' ? 'auto' : undefined}
          {...keyboardHints(input.type, input.autoComplete)}
          {...input}
          {...described}
          name={name}
          className={controlClass(error, 'min-h-11')}
        />
      )}
    />
  );
}

export function PasswordField({ label, name, required, note, error, className, ...input }: TextFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <FormField
      {...{ label, name, required, note, error, className }}
      control={(described) => (
        <div className="relative">
          <input
            {...input}
            {...described}
            name={name}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={controlClass(error, 'min-h-11 pr-14')}
          />
          <button
            type="button"
            onClick={() => setShown(!isShown)}
            aria-pressed={isShown}
            aria-controls={described.id}
            className={classNames(
              'absolute inset-y-0 right-0 grid w-12 cursor-pointer',
              'place-items-center rounded-md text-ink-soft hover:text-ink',
            )}
          >
            <Icon name={isShown ? 'eyeOff' : 'eye'} />
            <span className="sr-only">{isShown ? m.shell_hide_password() : m.shell_show_password()}</span>
          </button>
        </div>
      )}
    />
  );
}
