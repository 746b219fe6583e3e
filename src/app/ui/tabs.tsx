import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Tab = {
  value: string;
  label: ReactNode;
  panel: ReactNode;
  /** keeps a panel with a form, and the typed text, in the page behind another panel */
  isKept?: boolean;
};

type TabsProps = {
  label: string;
  tabs: readonly Tab[];
  value: string;
  onChange: (value: string) => void;
};

export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(String(next))}>
      <Base.List aria-label={label} className="flex gap-1 border-b-2 border-hair">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className={classNames(
              '-mb-0.5 min-h-11 cursor-pointer border-b-4 border-transparent px-4 py-2 font-semibold',
              'text-ink-soft hover:text-ink data-active:border-ink data-active:text-ink',
            )}
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} keepMounted={tab.isKept} className="pt-5">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
