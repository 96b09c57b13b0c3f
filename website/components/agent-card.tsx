import { telOf } from '@/lib/format';
import styles from './agent-card.module.css';
import { Picture } from './picture';

/** Who to speak to. */
export function AgentCard(props: {
  readonly name: string;
  readonly phone: string;
  readonly image: string;
  /** A page about the agent, where the site has one. */
  readonly href?: string;
}) {
  const { name, phone, image, href } = props;
  if (name === '') return null;
  return (
    <div className={styles.agent}>
      {image !== '' && (
        <div className={styles.portrait}>
          <Picture src={image} alt="" ratio="1/1" sizes="4rem" />
        </div>
      )}
      <p>
        <strong>{href === undefined ? name : <a href={href}>{name}</a>}</strong>
        {phone !== '' && (
          <>
            <br />
            <a className="numbers" href={telOf(phone)}>
              {phone}
            </a>
          </>
        )}
      </p>
    </div>
  );
}
