import { onFormInteraction } from '../../client/on-form-interaction.ts';

/** The newsletter box is complete in HTML; its code loads on interaction. */
const form = document.querySelector<HTMLFormElement>('form[data-newsletter]');
if (form) {
  // Errors are shown beside the field, in the shop's words.
  form.noValidate = true;
  onFormInteraction(form, () => import('./newsletter-box.ts'));
}
