import { copyCode } from './copy';
import { searchBox } from './box';

const script = document.currentScript as HTMLScriptElement | null;
/** The address of the site, wherever it stands. */
const base = new URL('.', script?.src ?? location.href);

searchBox(base);
copyCode();
