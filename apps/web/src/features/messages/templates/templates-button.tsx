import { LayoutTemplate } from 'lucide-react';
import { useState } from 'react';
import { messagesText } from '../../../texts/messages.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TemplateFill } from './template-fill.tsx';
import { TemplateForm } from './template-form.tsx';
import { TemplateList } from './template-list.tsx';
import type { TemplateStep } from './template-step.ts';

interface TemplatesButtonProps {
  /** What is known of the recipient by the names of fields. */
  known: ReadonlyMap<string, string>;
  /** Takes the text of a template, its fields filled in. */
  onUse: (text: string) => void;
}

/** Texts that are written again and again: one is chosen and filled in, or kept, changed and removed. */
export function TemplatesButton({ known, onUse }: TemplatesButtonProps) {
  const t = messagesText.useText();
  const [step, setStep] = useState<TemplateStep | null>(null);
  const use = (text: string): void => {
    setStep(null);
    onUse(text);
  };
  return (
    <>
      <IconButton label={t('templates')} onClick={() => setStep({ is: 'list' })}>
        <LayoutTemplate aria-hidden className="size-5" />
      </IconButton>
      <Dialog
        title={t(titleOf(step))}
        open={step !== null}
        onOpenChange={(isOpen) => setStep(isOpen ? { is: 'list' } : null)}
        data-testid="templates"
      >
        {step?.is === 'list' && <TemplateList known={known} onStep={setStep} onUse={use} />}
        {step?.is === 'fill' && <TemplateFill template={step.template} known={known} onUse={use} />}
        {step?.is === 'edit' && <TemplateForm template={step.template} onDone={() => setStep({ is: 'list' })} />}
      </Dialog>
    </>
  );
}

function titleOf(step: TemplateStep | null) {
  if (step?.is !== 'edit') return 'templates';
  return step.template === null ? 'newTemplate' : 'changeTemplate';
}
