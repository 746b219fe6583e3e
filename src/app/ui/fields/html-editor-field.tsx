import { useRef, useState } from 'react';
import { m } from '#i18n/messages.js';
import { controlClass, FormField } from './form-field.tsx';
import { richTextClass } from '#app/ui/rich-text.tsx';
import { SafeHtml } from './safe-html.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import type { TextareaFieldProps } from './textarea-field.tsx';

type Pane = 'edit' | 'preview';

/**
 * A text with HTML: an Edit pane with its source and a Preview pane that shows it as it will be read,
 * cut to the same allow-list as on the server (decision 20).
 *
 * Takes what a text area takes: `name`, `label`, `required`, `note`, `error`, `value` or `defaultValue`,
 * `onChange`, `onBlur`, `ref`, `readOnly`, `disabled`; 30 `rows` unless told. Inside a form it is
 * `FormHtmlEditor`.
 */
export function HtmlEditorField({
  label,
  name,
  required,
  note,
  error,
  className,
  rows = 30,
  ...input
}: TextareaFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const [pane, setPane] = useState<Pane>('edit');
  const [shown, setShown] = useState('');
  // An error is mended in the source: it must not stay behind the preview.
  const [seenError, setSeenError] = useState(error);
  if (error !== seenError) {
    setSeenError(error);
    if (error) setPane('edit');
  }
  function open(next: string): void {
    // Read from the box, so that it does not matter who keeps the text: React, a form library or the browser.
    if (next === 'preview') setShown(box.current?.querySelector('textarea')?.value ?? '');
    setPane(next as Pane);
  }
  return (
    <FormField
      {...{ label, name, required, note, error, className }}
      control={(described) => (
        <div ref={box}>
          <Tabs
            label={m.shell_editor_panes()}
            value={pane}
            onChange={open}
            tabs={[
              {
                value: 'edit',
                label: m.shell_editor_edit(),
                isKept: true,
                panel: (
                  <textarea
                    {...input}
                    {...described}
                    name={name}
                    rows={rows}
                    spellCheck
                    className={controlClass(error)}
                  />
                ),
              },
              { value: 'preview', label: m.shell_editor_preview(), panel: <Preview html={shown} /> },
            ]}
          />
        </div>
      )}
    />
  );
}

function Preview({ html }: { html: string }) {
  if (html.trim() === '') return <p className="text-ink-soft">{m.shell_editor_empty()}</p>;
  return (
    <div className="overflow-x-auto rounded-md border border-hair bg-card px-4 py-3">
      <SafeHtml html={html} className={richTextClass} />
    </div>
  );
}
