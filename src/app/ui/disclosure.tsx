import { useId, useState, type ReactNode } from 'react';
import { FoldButton } from './button.tsx';

export function Disclosure({
  label,
  children,
  isOpenFirst = false,
}: {
  label: ReactNode;
  children: ReactNode;
  isOpenFirst?: boolean;
}) {
  const [isOpen, setOpen] = useState(isOpenFirst);
  const id = useId();
  return (
    <div className="min-w-0">
      <FoldButton
        look="quiet"
        isOpen={isOpen}
        controls={id}
        className="-ml-5 max-w-full justify-start text-left wrap-anywhere"
        onPress={() => setOpen(!isOpen)}
      >
        {label}
      </FoldButton>
      <div id={id} hidden={!isOpen} className="mt-2">
        {isOpen && children}
      </div>
    </div>
  );
}
