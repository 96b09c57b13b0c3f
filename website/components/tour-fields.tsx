import { TOUR_FIELDS, TOUR_TIMES, type TourSpan } from '@/lib/tour';
import { Field, type FieldErrors } from './field';

const LABELS = ['A time that suits you', 'Another time', 'A third time'];

/** Up to three times at which somebody would like to see a home. Folded, as most people only ask. */
export function TourFields(props: {
  readonly span: TourSpan;
  readonly errors: FieldErrors;
  readonly typed: Readonly<Record<string, string>>;
}) {
  const { span, errors, typed } = props;
  const isChosen = TOUR_FIELDS.some((name) => typed[name] || errors[name]);
  return (
    <details className="tour" open={isChosen}>
      <summary>Choose times for a tour</summary>
      <p className="note">Up to three, in the time zone of the home. The agent confirms one.</p>
      {TOUR_TIMES.map((name, index) => (
        <Field
          key={name}
          {...{ name, errors, label: LABELS[index] ?? '', type: 'datetime-local' }}
          {...{ min: span.from, max: span.until, defaultValue: typed[name] }}
        />
      ))}
      <div className="field">
        <label htmlFor="field-tourKind">How</label>
        <select
          id="field-tourKind"
          name="tourKind"
          className="input"
          defaultValue={typed.tourKind || 'person'}
        >
          <option value="person">In person</option>
          <option value="video">By video</option>
        </select>
      </div>
    </details>
  );
}
