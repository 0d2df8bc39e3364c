import { deskCall } from '../../../client/desk-api.ts';
import { downloadText } from '../../../client/download.ts';
import { BusyButton } from '../../../components/ui/BusyButton.tsx';
import { type EmailList, emailLists } from '../../../contract/desk-lists.ts';
import { deskListsMessages as says } from '../../../contract/messages/desk-lists-and-shop.ts';
import { DeskPart } from '../DeskPart.tsx';
import { ActionMessage } from '../ActionMessage.tsx';
import { problemOf, useAction } from '../use-action.ts';

const exports: readonly { list: EmailList; isAll: boolean; label: string }[] = [
  ...emailLists.map((list) => ({ list, isAll: false, label: says.lists[list] })),
  { list: 'newsletter', isAll: true, label: says.newsletterAll },
];

/** The shop's email lists as CSV. */
export function ExportsPart() {
  const { isBusy, problem, said, report, run } = useAction();
  const save = (list: EmailList, isAll: boolean) =>
    run(() =>
      problemOf(deskCall('lists.export', { list, isAll }), ({ csv }) => {
        downloadText(`${list}${isAll ? '-all' : ''}.csv`, csv, 'text/csv');
        report(says.exported);
      }),
    );
  return (
    <DeskPart id="desk-exports" title={says.exportTitle}>
      <p className="text-muted">{says.exportHint}</p>
      <div className="desk-buttons">
        {exports.map(({ list, isAll, label }) => (
          <BusyButton
            key={label}
            isBusy={isBusy}
            className="btn btn-secondary"
            onClick={() => void save(list, isAll)}
          >
            {label}
          </BusyButton>
        ))}
      </div>
      <ActionMessage said={said} problem={problem} />
    </DeskPart>
  );
}
