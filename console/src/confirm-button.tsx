import { Button, type ButtonProps } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Confirm } from 'react-admin';

interface Props extends Pick<ButtonProps, 'color' | 'variant'> {
  readonly words: string;
  readonly title: string;
  readonly content: ReactNode;
  /** What the button in the question says. */
  readonly confirm?: string;
  readonly onConfirm: () => Promise<unknown>;
}

/** A button for what cannot be taken back: it asks first, and stays open while it is done. */
export function ConfirmButton({ words, onConfirm, color = 'error', variant, ...question }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await onConfirm();
    setBusy(false);
    setOpen(false);
  };
  return (
    <>
      <Button
        size="small"
        color={color}
        onClick={() => setOpen(true)}
        {...(variant && { variant })}
      >
        {words}
      </Button>
      <Confirm
        {...question}
        isOpen={isOpen}
        loading={isBusy}
        onConfirm={() => void confirm()}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
