import { onFormInteraction } from '../../client/on-form-interaction.ts';

/** The newsletter box is complete in HTML; what speaks for it comes when a shopper reaches for it. */
const form = document.querySelector<HTMLFormElement>('form[data-newsletter]');
if (form) {
  // What is wrong is said beside the field, in the shop's words.
  form.noValidate = true;
  onFormInteraction(form, () => import('./newsletter-box.ts'));
}
