import 'server-only';
import { networkOf } from './limits';
import { visitorAddress } from './member';
import { forVisitor } from './turns';

/** Does something for the visitor of the current request. */
export const forThisVisitor = async <Result>(work: () => Promise<Result>): Promise<Result> =>
  forVisitor(networkOf(await visitorAddress()), work);
