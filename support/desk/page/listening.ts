/** All that follows events, loaded with the page: a view comes after the first of them, which it would miss. */
import './hand/hand-signal';
import './inspect/runs-seen';
import './run/state';
import './setup/doctor-store';
import './setup/target-store';
import './traffic/state';
