import { useId, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';

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
      <Button
        look="quiet"
        icon={isOpen ? 'down' : 'right'}
        aria-expanded={isOpen}
        aria-controls={id}
        className="-ml-5 justify-start text-left"
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      <div id={id} hidden={!isOpen} className="mt-2">
        {isOpen && children}
      </div>
    </div>
  );
}
