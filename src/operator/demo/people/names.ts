/** First and last names of invented clients, picked so that together they name nobody known. */
export const FIRST_NAMES: readonly string[] = [
  'Abena', 'Alistair', 'Amaru', 'Anneke', 'Basil', 'Beatriz', 'Caspian', 'Celestine', 'Dagny',
  'Darius', 'Delphine', 'Eamon', 'Edda', 'Emeka', 'Farrah', 'Florian', 'Freya', 'Gideon', 'Hana',
  'Hollis', 'Ignacio', 'Imara', 'Ines', 'Jorah', 'Juniper', 'Kalinda', 'Kofi', 'Leocadia', 'Linus',
  'Maeve', 'Malachi', 'Marisol', 'Mateusz', 'Naima', 'Nils', 'Noor', 'Ottoline', 'Paloma', 'Pascal',
  'Quill', 'Rafferty', 'Roshni', 'Saoirse', 'Selim', 'Sunniva', 'Tamsin', 'Teodor', 'Ulla',
  'Valentin', 'Vesper', 'Wilhelmina', 'Xiomara', 'Yusra', 'Zadie', 'Zephyr',
];

/** Last names, see above. */
export const LAST_NAMES: readonly string[] = [
  'Abernethorne', 'Aldermoor', 'Baskerwell', 'Bexcombe', 'Birchsund', 'Calderwick', 'Cavanell',
  'Coldwater', 'Dellacroft', 'Drummore', 'Eastwickham', 'Elderquist', 'Fairlocke', 'Fennimoor',
  'Foxhollow', 'Galbraithe', 'Glimmerdale', 'Greywood', 'Hallowmere', 'Harkwood', 'Hazelgrove',
  'Ironside-Moss', 'Jessamy', 'Kettleridge', 'Lambourne-Vey', 'Larksong', 'Lindqvale', 'Marchwell',
  'Merriwyn', 'Mossbrook', 'Nettlefold', 'Northquay', 'Oakhanger', 'Oldcastle-Ray', 'Pemberwick',
  'Quickthorn', 'Ravensmoor', 'Rookwood', 'Saltmarsh', 'Sedgewell', 'Silverlock', 'Stonebridge-Ito',
  'Summerfell', 'Tanglewood', 'Thistledown', 'Umberleigh', 'Vanterpool-Grey', 'Wavercrest',
  'Wetherell', 'Windermoss', 'Wrenfield', 'Yellowlees',
];

/** Streets of clients who live out of town, and where. */
export const HOMETOWNS: ReadonlyArray<readonly [city: string, state: string, zip: string]> = [
  ['Hartford', 'CT', '06103'],
  ['Montclair', 'NJ', '07042'],
  ['Providence', 'RI', '02903'],
  ['Ithaca', 'NY', '14850'],
  ['Philadelphia', 'PA', '19103'],
  ['Boston', 'MA', '02116'],
  ['Chicago', 'IL', '60614'],
  ['Portland', 'ME', '04101'],
  ['Austin', 'TX', '78704'],
  ['Oakland', 'CA', '94610'],
];
