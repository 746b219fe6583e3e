import { Card } from '#app/ui/card.tsx';
import type { Elements } from '#app/ui/elements.ts';

export function AccountFrame({ title, children }: { title: string; children: Elements }) {
  return (
    <div className="mx-auto max-w-lg px-5 py-10">
      <h1 className="mb-6 text-2xl font-extrabold tracking-tight">{title}</h1>
      <Card>{children}</Card>
    </div>
  );
}
