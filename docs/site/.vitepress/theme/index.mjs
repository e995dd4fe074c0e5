import Layout from './Layout.vue';
import 'parts.css';
import './style.css';

export default { Layout };
