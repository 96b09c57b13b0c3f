/** The words of messages, which are the importer's, too: it knows nothing of the server. */
export {
  count,
  didYouMean,
  firstNames,
  nearName,
  quoted,
  shorten,
  stripControls,
} from 'portico-importer/text.js';
