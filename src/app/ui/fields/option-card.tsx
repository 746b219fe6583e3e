import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { classNames } from '#app/ui/class-names.ts';

type ChoiceInput = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { ref?: Ref<HTMLInputElement> };

export function ChoiceMark({ type, className, ...input }: ChoiceInput & { type: 'radio' | 'checkbox' }) {
  return (
    <input
      {...input}
      type={type}
      className={classNames(
        'choice-mark mt-px',
        type === 'radio' ? 'choice-radio' : 'choice-checkbox',
        className,
      )}
    />
  );
}

export type OptionCardProps = ChoiceInput & {
  type: 'radio' | 'checkbox';
  label: ReactNode;
  textBefore?: ReactNode;
  textAfter?: ReactNode;
  aside?: ReactNode;
  disabledReason?: ReactNode;
};

type PartProps = { id: string; className: string; children: ReactNode };

function Part({ id, className, children }: PartProps) {
  return (
    children && (
      <span id={id} className={className}>
        {children}
      </span>
    )
  );
}

export function OptionCard({
  type,
  label,
  textBefore,
  textAfter,
  aside,
  disabledReason,
  className,
  ...input
}: OptionCardProps) {
  const id = useId();
  const isOff = input.disabled || Boolean(disabledReason);
  const described = [
    textBefore && `${id}-before`,
    textAfter && `${id}-after`,
    aside && `${id}-aside`,
    disabledReason && `${id}-why`,
  ];
  return (
    <label
      className={classNames(
        'option-card flex min-h-11 gap-3.5 rounded-md border border-hair bg-card px-4 py-3',
        isOff ? 'cursor-not-allowed bg-transparent text-ink-soft' : 'cursor-pointer hover:border-control',
        className,
      )}
    >
      <ChoiceMark
        {...input}
        type={type}
        disabled={isOff}
        aria-labelledby={`${id}-name`}
        aria-describedby={described.filter(Boolean).join(' ') || undefined}
      />
      <span className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-4">
        <span className="block min-w-0 flex-1">
          <Part id={`${id}-before`} className="block text-sm text-ink-soft">
            {textBefore}
          </Part>
          <span id={`${id}-name`} className="block font-bold">
            {label}
          </span>
          <Part id={`${id}-after`} className="block text-sm text-ink-soft">
            {textAfter}
          </Part>
          <Part id={`${id}-why`} className="block text-sm font-semibold">
            {disabledReason}
          </Part>
        </span>
        {aside && (
          <span id={`${id}-aside`} className="figures block font-semibold sm:text-right">
            {aside}
          </span>
        )}
      </span>
    </label>
  );
}
