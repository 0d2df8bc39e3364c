import { onFormInteraction } from '../../client/on-form-interaction.ts';

/** The waitlist's form is complete in HTML; what speaks for it comes when a visitor reaches for it. */
const form = document.querySelector<HTMLFormElement>('form[data-waitlist]');
if (form) onFormInteraction(form, () => import('./waitlist.ts'));
