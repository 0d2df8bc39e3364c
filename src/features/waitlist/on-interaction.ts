import { onFormInteraction } from '../../client/on-form-interaction.ts';

/** The waitlist form is complete in HTML; its code loads on interaction. */
const form = document.querySelector<HTMLFormElement>('form[data-waitlist]');
if (form) onFormInteraction(form, () => import('./waitlist.ts'));
