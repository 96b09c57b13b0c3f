import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { requireSession } from '@/lib/member';
import { orUnavailable } from '@/lib/or-unavailable';
import { portico } from '@/lib/portico';
import styles from '../account.module.css';
import { PasswordForm, ProfileForm } from '../forms';

export const metadata: Metadata = { title: 'Profile' };

async function ProfilePage() {
  const { id } = await requireSession('/account/profile');
  const person = await portico().members.get(id);
  // The brokerage has erased the member, whose cookie is still here.
  if (person === undefined) redirect('/account/ended');
  const { firstName: firstname, lastName: lastname, phone, email } = person;
  return (
    <div className="page section">
      <header className={styles.head}>
        <div>
          <h1>Profile</h1>
          <p className="lead">{email}</p>
        </div>
        <a className="button plain" href="/account">
          Saved homes
        </a>
      </header>
      <div className={styles.columns}>
        <section id="about-you" aria-labelledby="about-you-title">
          <h2 id="about-you-title">About you</h2>
          <ProfileForm person={{ firstname, lastname, phone }} />
        </section>
        <section id="password" aria-labelledby="password-title">
          <h2 id="password-title">Password</h2>
          <PasswordForm />
        </section>
      </div>
    </div>
  );
}

export default orUnavailable(ProfilePage);
