import { priceOf } from 'portico-sdk';
import { Field } from '@/components/field';
import { loanOf, paymentOf } from '@/lib/cost';
import { dollars, isRental } from '@/lib/format';
import { homePath } from '@/lib/ids';
import type { Listing } from '@/lib/listing';
import type { PageParameters } from '@/lib/search';
import { standingOf } from '@/lib/standing';
import styles from './listing.module.css';

/** What a home for sale costs a month. A form that asks for the same page with other numbers, so it needs no script. */
export function MonthlyCost(props: {
  readonly listing: Listing;
  readonly parameters: PageParameters;
}) {
  const { listing, parameters } = props;
  const price = priceOf(listing);
  if (price === undefined || isRental(listing) || standingOf(listing).state === 'gone') return null;
  const { financials_maintenance: maintenance, financials_taxes: taxes } = listing;
  const loan = loanOf(parameters, listing.financials_downpayment);
  const payment = paymentOf(price, loan);
  const parts: [name: string, amount: number][] = [
    ['Loan', payment],
    ['Maintenance or common charges', Math.max(maintenance, 0)],
    ['Taxes', Math.max(taxes, 0)],
  ];
  const total = parts.reduce((sum, [, amount]) => sum + amount, 0);
  return (
    <section id="cost" aria-labelledby="cost-title">
      <h2 id="cost-title">Monthly cost</h2>
      <p className={`numbers ${styles.cost}`}>
        About <strong>{dollars(total)}</strong> a month
      </p>
      <form action={`${homePath(listing)}#cost`} method="get" className="form">
        <div className="form-row">
          <LoanField label="Interest, %" name="rate" value={loan.rate} />
          <LoanField label="Years" name="years" value={loan.years} />
          <LoanField label="Down payment, %" name="down" value={loan.down} />
        </div>
        <div>
          <button type="submit" className="button plain">
            Calculate
          </button>
        </div>
      </form>
      <dl className="numbers facts">
        {parts
          .filter(([, amount]) => amount > 0)
          .map(([name, amount]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{dollars(amount)}</dd>
            </div>
          ))}
        <div>
          <dt>Down payment (one time)</dt>
          <dd>{dollars((price * loan.down) / 100)}</dd>
        </div>
      </dl>
      <p className="note">
        An estimate, not a loan offer. Insurance, utilities and closing costs are not included.
      </p>
    </section>
  );
}

function LoanField(props: {
  readonly label: string;
  readonly name: string;
  readonly value: number;
}) {
  const { label, name, value } = props;
  return <Field {...{ label, name }} defaultValue={value} inputMode="decimal" maxLength={6} />;
}
