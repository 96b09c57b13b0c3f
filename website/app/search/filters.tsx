import Link from 'next/link';
import type { Schema } from 'portico-sdk';
import { Field } from '@/components/field';
import { SearchBox } from '@/components/search-box/search-box';
import { hrefOf, type Search } from '@/lib/search';
import { amenityName, bedsName, known } from '@/lib/words';
import { AutoSubmit } from './auto-submit';
import { Choices } from './choices';
import styles from './filters.module.css';
import { Histogram } from './histogram';

/** The filters: a form that any browser can send. With a script it sends itself when something is chosen. */
export function Filters({
  search,
  facets,
}: {
  readonly search: Search;
  readonly facets: Schema<'Facets'>;
}) {
  return (
    <form className={styles.filters} action="/search" method="get" id="filters">
      {search.bbox && <input type="hidden" name="bbox" value={search.bbox.join(',')} />}
      {search.polygon && <input type="hidden" name="polygon" value={search.polygon} />}
      {search.view === 'map' && <input type="hidden" name="view" value="map" />}
      <fieldset className={styles.deal}>
        <legend className="quiet">Buy or rent</legend>
        <Deal name="Buy" value={1} checked={search.status === 1} />
        <Deal name="Rent" value={2} checked={search.status === 2} />
      </fieldset>
      <div className={styles.words}>
        <SearchBox
          {...{ id: 'q', label: 'Street, building or words', isQuiet: true, form: 'sends' }}
          text={search.q}
          placeholder="Street, building or words"
        />
      </div>
      <Group name="Price" search={search} cleared={{ priceMin: undefined, priceMax: undefined }}>
        {facets.price && <Histogram {...facets.price} />}
        <div className="form-row">
          <Price label="From, $" name="priceMin" value={search.priceMin} />
          <Price label="To, $" name="priceMax" value={search.priceMax} />
        </div>
      </Group>
      <Group name="Beds" search={search} cleared={{ beds: [], bathMin: undefined }}>
        <Choices
          name="beds"
          legend="Bedrooms"
          chosen={search.beds.map(String)}
          choices={(facets.beds ?? []).map(({ value, count }) => ({
            ...{ value: String(value), count, name: bedsName(value) },
          }))}
        />
        <div className="field">
          <label htmlFor="bathMin">Bathrooms</label>
          <select className="input" id="bathMin" name="bathMin" defaultValue={search.bathMin ?? ''}>
            <option value="">Any</option>
            {[1, 1.5, 2, 3, 4].map((least) => (
              <option key={least} value={least}>
                {least} or more
              </option>
            ))}
          </select>
        </div>
      </Group>
      <Group name="Where" search={search} cleared={{ cat: [] }} wide>
        <Choices
          name="cat"
          legend="Neighborhoods"
          columns
          chosen={search.cat.map(String)}
          choices={(facets.neighborhood ?? []).map(({ value, name, count }) => ({
            ...{ value: String(value), name, count },
          }))}
        />
      </Group>
      <Group
        name="More"
        search={search}
        cleared={{ type: [], amenities: [], pets: [], ...NO_OPEN_HOUSE }}
        wide
      >
        <OpenHouse search={search} />
        <Choices
          name="type"
          legend="Kind"
          columns
          chosen={search.type}
          choices={(facets.type ?? [])
            .filter(({ value }) => known(value))
            .map(({ value, count }) => ({ value, name: value, count }))}
        />
        <Choices
          name="amenities"
          legend="It has"
          columns
          chosen={search.amenities}
          choices={(facets.amenities ?? []).map(({ value, count }) => ({
            ...{ value, count, name: amenityName(value) ?? value },
          }))}
        />
        <Choices
          name="pets"
          legend="Pets"
          columns
          chosen={search.pets.map(String)}
          choices={(facets.pets ?? [])
            .filter(({ name }) => known(name))
            .map(({ value, name, count }) => ({ value: String(value), name, count }))}
        />
      </Group>
      <button type="submit" className={`button ${styles.submit}`}>
        Show homes
      </button>
      <AutoSubmit form="filters" />
    </form>
  );
}

const NO_OPEN_HOUSE = { openHouse: '', openFrom: '', openUntil: '' } as const;

/** Homes that can be seen without an appointment: soon, this weekend, or on days that suit the visitor. */
function OpenHouse({ search }: { readonly search: Search }) {
  const { openHouse, openFrom, openUntil } = search;
  return (
    <fieldset>
      <legend className="field-label">Open house</legend>
      <div className={`form-row ${styles.days}`}>
        <div className="field">
          <label htmlFor="openHouse">When</label>
          <select className="input" id="openHouse" name="openHouse" defaultValue={openHouse}>
            <option value="">With or without</option>
            <option value="any">Any day</option>
            <option value="weekend">This weekend</option>
          </select>
        </div>
        <Field label="Or from" name="openFrom" type="date" defaultValue={openFrom} />
        <Field label="Until" name="openUntil" type="date" defaultValue={openUntil} />
      </div>
    </fieldset>
  );
}

function Deal(props: { readonly name: string; readonly value: number; readonly checked: boolean }) {
  const { name, value, checked } = props;
  return (
    <label>
      <input type="radio" name="status" value={value} defaultChecked={checked} />
      <span>{name}</span>
    </label>
  );
}

/** Filters behind a button. Those with one name open one at a time, without a script. */
function Group(props: {
  readonly name: string;
  readonly search: Search;
  /** The filters of the group, each as it is when nothing is chosen. */
  readonly cleared: Partial<Search>;
  readonly wide?: boolean;
  readonly children: React.ReactNode;
}) {
  const { name, search, cleared, wide } = props;
  const without = hrefOf(search, cleared);
  const isActive = without !== hrefOf(search, { page: 1 });
  return (
    <details className={styles.group} name="filters" data-active={isActive || undefined}>
      <summary>{name}</summary>
      <div className={styles.panel} data-wide={wide}>
        {props.children}
        <div className={styles.ends}>
          <Link className="button plain" href={without} prefetch={false} scroll={false}>
            Clear<span className="quiet">: {name}</span>
          </Link>
          <button type="submit" className="button">
            Apply
          </button>
        </div>
      </div>
    </details>
  );
}

function Price(props: {
  readonly label: string;
  readonly name: string;
  readonly value: number | undefined;
}) {
  const { label, name, value } = props;
  return <Field {...{ label, name }} defaultValue={value ?? ''} inputMode="numeric" />;
}
