/**
 * An invented brokerage, the same for the same seed: records in the shape of Portico's import files,
 * and pictures. It knows the import format and the interface's dates, and nothing of the server.
 */
export { type Agency, type AgencyOptions, generateAgency } from './agency.js';
export type { DemoFile } from './pictures/files.js';
export { Random } from './random.js';
